/** The names that other programs can use: the public cubes, views and members of compiled metadata. */

import type { DataMeta } from '../../contract/dataApi.ts';
import { isLinkUrl, standardGranularities } from '../../model/index/resolve.ts';
import { dataTypeOf } from '../../query/results/resultTable.ts';
import { isShown } from '../../query/tests/shownMembers.ts';
import type { PartKind } from '../model/modelChange.ts';

export interface PublicPart {
  kind: PartKind;
  name: string;
  /** The cube or view of a member, the dimension of a granularity. */
  owner: string | undefined;
  /** The type of its data. */
  type: string | undefined;
}

const groups = { measures: 'measure', dimensions: 'dimension', segments: 'segment' } as const;

/** By their names. */
export function publicParts(meta: DataMeta): ReadonlyMap<string, PublicPart> {
  const parts = new Map<string, PublicPart>();
  for (const cube of meta.cubes) {
    const kind = cube.type === 'view' ? 'view' : 'cube';
    parts.set(cube.name, { kind, name: cube.name, owner: undefined, type: undefined });
    for (const [group, memberKind] of Object.entries(groups)) {
      for (const member of cube[group as keyof typeof groups] ?? []) {
        const { name, type } = member;
        if (isLinkUrl(name)) continue;
        parts.set(name, { kind: memberKind, name, owner: cube.name, type: type ? dataTypeOf(type) : undefined });
        for (const one of granularityNames(member)) {
          const part = { kind: 'granularity', name: `${name}.${one}`, owner: name, type: undefined } as const;
          // The others remain if the model does not define them.
          if (!standardGranularities.includes(one)) parts.set(part.name, part);
        }
      }
    }
  }
  return parts;
}

/** The granularities of a dimension in the metadata. */
export function granularityNames(member: object): string[] {
  const { granularities } = member as { granularities?: unknown };
  const named = (Array.isArray(granularities) ? granularities : []) as ({ name?: unknown } | null)[];
  return named.flatMap((one) => (typeof one?.name === 'string' ? [one.name] : []));
}

export function onlyPublic(meta: DataMeta): DataMeta {
  const cubes = meta.cubes.filter(isShown).map((cube) => ({
    ...cube,
    measures: cube.measures.filter(isShown),
    dimensions: cube.dimensions.filter(isShown),
    ...(cube.segments && { segments: cube.segments.filter(isShown) }),
  }));
  const hasMembers = ({ measures, dimensions, segments }: DataMeta['cubes'][number]) =>
    measures.length + dimensions.length + (segments?.length ?? 0) > 0;
  return { ...meta, cubes: cubes.filter(hasMembers) };
}
