/** The regions a deployment can run in: this machine. Spec: group B. */

export const regions = [
  { id: 'local', name: 'local', title: 'This machine', provider: 'svccloud', isPublic: false, isDedicated: true },
] as const;

export function isRegion(name: string): boolean {
  return regions.some((region) => region.name === name);
}
