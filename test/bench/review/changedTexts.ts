/** A former version of a model: another type of a measure, or another title of a view, in some files. */

export function changedTexts(texts: ReadonlyMap<string, string>, count: number): Map<string, string> {
  const before = new Map(texts);
  const sources = [...texts.keys()];
  const step = Math.floor(sources.length / count);
  for (const path of sources.filter((_, i) => i % step === 0).slice(0, count)) {
    const text = texts.get(path)!;
    const other = text.replace(/(type: ['`]?)sum/, '$1avg').replace(/(title: ['"`]?)/, '$1Former ');
    before.set(path, other === text ? `${text}\n# changed\n` : other);
  }
  return before;
}
