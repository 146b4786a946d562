/** The section of a version in CHANGELOG.md; that of unreleased changes if it has none. */
export function releaseNotes(changelog: string, version: string): { text: string; unreleased: boolean } {
  const sections = changelog.split(/^## /m).slice(1);
  const sectionOf = (title: string) => sections.find((section) => section.split(/[\s(]/, 1)[0] === title);
  const released = sectionOf(version);
  const section = released ?? sectionOf('Unreleased') ?? '';
  const text = section.split('\n').slice(1).join('\n').trim();
  return { text: `${text}\n`, unreleased: released === undefined };
}
