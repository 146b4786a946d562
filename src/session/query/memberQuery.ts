/** The first query of a member, a cube or a view: few rows that say what it is. */

interface NamedMember {
  name: string;
  kind: string;
  type?: string;
  hidden?: true;
  primaryKey?: true;
}

/** A cube or view with all its members, those of a parent and those that a view includes. */
export interface QueriedDefinition {
  name: string;
  members: readonly NamedMember[];
}

const maxMeasures = 3;
const maxDimensions = 5;
/** Rows; a dimension may have millions of values. */
const rowLimit = 1000;

/**
 * The text of a query document in YAML.
 * @param member undefined, or a name that is not a measure, dimension or segment: the definition itself
 */
export function memberQuery({ name: owner, members }: QueriedDefinition, member: string | undefined): string {
  const visible = members.filter(({ hidden, primaryKey }) => !hidden && !primaryKey);
  const of = (kind: string) => visible.filter((one) => one.kind === kind);
  const path = ({ name }: { name: string }) => `${owner}.${name}`;
  const counts = of('measure').filter(({ type }) => type === 'count');
  const count = counts.find(({ name }) => name === 'count') ?? counts[0];
  const subject = members.find(({ name, kind }) => name === member && /^(measure|dimension|segment)$/.test(kind));
  switch (subject?.kind) {
    case 'measure':
      return lines({ measures: [path(subject)] });
    case 'dimension': {
      const measures = count ? [path(count)] : [];
      if (subject.type === 'time') return lines({ measures, time: path(subject) });
      return lines({ measures, dimensions: [path(subject)], limit: rowLimit });
    }
    case 'segment': {
      const shown = count ?? of('measure')[0];
      const dimensions = shown ? [] : of('dimension').slice(0, maxDimensions).map(path);
      return lines({ measures: shown ? [path(shown)] : [], dimensions, segments: [path(subject)] });
    }
    default:
      return definitionQuery(of('measure'), of('dimension'), path);
  }
}

function definitionQuery(
  measures: readonly NamedMember[],
  dimensions: readonly NamedMember[],
  path: (member: NamedMember) => string,
): string {
  const shown = measures.slice(0, maxMeasures).map(path);
  const time = dimensions.find(({ type }) => type === 'time');
  const texts = dimensions.filter(({ type }) => type !== 'time');
  if (shown.length === 0) {
    const some = [...texts, ...dimensions.filter(({ type }) => type === 'time')].slice(0, maxDimensions);
    return lines({ dimensions: some.map(path), limit: rowLimit });
  }
  if (time) return lines({ measures: shown, time: path(time) });
  return lines({ measures: shown, dimensions: texts.slice(0, 1).map(path), limit: rowLimit });
}

interface Parts {
  measures?: readonly string[];
  dimensions?: readonly string[];
  segments?: readonly string[];
  /** A time dimension, by month. */
  time?: string;
  limit?: number;
}

function lines({ measures = [], dimensions = [], segments = [], time, limit }: Parts): string {
  const list = (key: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`${key}:`, ...names.map((name) => `  - ${scalar(name)}`)];
  return [
    ...list('measures', measures),
    ...list('dimensions', dimensions),
    ...(time === undefined ? [] : ['timeDimensions:', `  - dimension: ${scalar(time)}`, '    granularity: month']),
    ...list('segments', segments),
    ...(limit !== undefined && dimensions.length > 0 ? [`limit: ${limit}`] : []),
    '',
  ].join('\n');
}

/** A name of a text with errors may contain anything. */
function scalar(name: string): string {
  return /^[A-Za-z_][\w.]*$/.test(name) ? name : JSON.stringify(name);
}
