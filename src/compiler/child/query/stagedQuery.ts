/**
 * Queries with rolling windows and measures of several stages. The compiler's planner joins their parts so that rows without a
 * partner are lost, groups the rows of a stage by what its measures refer to, and ignores parts of the model: the first two
 * are corrected here, the third is refused.
 */

import type { BaseQuery } from '@cubejs-backend/schema-compiler/dist/src/adapter/BaseQuery.js';
import type { PreAggregations } from '@cubejs-backend/schema-compiler/dist/src/adapter/PreAggregations.js';
import { withoutPreAggregations } from './noPreAggregations.ts';
import { type Dialect, withOperands } from './operand.ts';
import { QueryRefused } from './queryRefused.ts';
import { type MemberDefinition, reasonAgainst, reasonAgainstGranularity, refuse } from './unsupportedMembers.ts';

interface StageContext {
  multiStageDimensions: readonly string[];
  multiStageTimeDimensions: readonly { dimension: string }[];
  timeDimensions: readonly { granularity?: string; dateRange?: unknown }[];
  commonTimeShift?: string;
  timeShifts?: Readonly<Record<string, string>>;
  /** Set here: a rolling window is calculated. */
  window?: boolean;
}

interface Selected {
  measure?: string;
  dimension?: string;
  selectColumns(): string[];
  aliasName(): string;
}

interface WindowMeasure {
  measureDefinition(): MemberDefinition;
  windowGranularity(): string | undefined;
}

/** Properties that the query has at run time; its declarations leave them out or say less. */
interface Planner {
  cubeEvaluator: {
    isMeasure(path: string | string[]): boolean;
    isDimension(path: string | string[]): boolean;
    byPathAnyType(path: string | string[]): MemberDefinition;
    cubeFromPath(path: string): { isView?: boolean; calendar?: boolean };
  };
  timeDimensions: {
    dimension: string;
    granularity?: string;
    dateRange?: unknown;
    granularityObj?: { minGranularity(): string };
  }[];
  order: { id: string; desc: boolean }[];
  filters: unknown[];
  measureFilters: unknown[];
  safeEvaluateSymbolContext(): StageContext;
  evaluateSymbolSqlWithContext<T>(evaluate: () => T, context: object): T;
  dimensionAliasNames(): string[];
  /** The largest granularity into which both can be divided. */
  minGranularity(one: string | undefined, other: string | undefined): string | undefined;
  baseWhere(filters: readonly unknown[]): string;
  orderBy(): string;
  groupByDimensionLimit(): string;
  wrapInParenthesis(sql: string): string;
}

/** A dialect of the compiler with these corrections. */
export function staged<Base extends Dialect>(base: Base) {
  return class StagedQuery extends withOperands(base) {
    /** The door of every member that a query uses, directly or through other members. */
    override evaluateSymbolSql(...given: Parameters<BaseQuery['evaluateSymbolSql']>): unknown {
      const [cube, name, definition, expression, granularity] = given;
      if (!expression) checkMember(plannerOf(this), `${cube}.${name}`, definition, granularity);
      return super.evaluateSymbolSql(...given);
    }

    /** `filtered` are the members of all filters. @throws QueryRefused for what no member alone tells */
    checkQuery(filtered: readonly string[]): void {
      for (const { dimension, granularity } of plannerOf(this).timeDimensions) {
        const reason = granularity && reasonAgainstGranularity(definitionOf(plannerOf(this), dimension), granularity);
        if (reason) refuse(dimension, reason);
      }
      const unknown = plannerOf(this).order.find((order) => this.orderHashToString(order) === null)?.id;
      if (unknown) throw new QueryRefused(`The emulator cannot order by '${unknown}': the query does not select it`);
      const children = stagedMembers(plannerOf(this), this.collectAllMemberChildren(undefined));
      if (children.size === 0) return;
      const { ungrouped } = this as unknown as { ungrouped?: boolean };
      const [first = ''] = children;
      if (ungrouped) refuse(first, 'it has several stages, and the query is ungrouped');
      const staged = filtered.find((member) => children.has(member));
      if (staged) refuse(staged, 'it has several stages and is used in a filter');
    }

    /** Only members with several stages have children that are stages: others are calculated from the table. */
    override collectAllMemberChildren(context: unknown): Record<string, string[]> {
      const all: Record<string, string[]> = super.collectAllMemberChildren(context);
      const staged = stagedMembers(plannerOf(this), all);
      return Object.fromEntries(Object.entries(all).filter(([member]) => staged.has(member)));
    }

    override childrenMultiStageContext(member: string, context: StageContext): StageContext {
      const shifts =
        definitionOf(plannerOf(this), member).timeShiftReferences?.length && !isView(plannerOf(this), member);
      if (shifts && isShifted(context)) refuse(member, 'it shifts the time of a measure that is shifted already');
      return super.childrenMultiStageContext(member, context);
    }

    override selfMultiStageContext(member: string, context: StageContext, filters: boolean): StageContext {
      const { groupByReferences, reduceByReferences } = definitionOf(plannerOf(this), member);
      const { multiStageDimensions: plain, multiStageTimeDimensions: times } = context;
      const named = [member, ...plain, ...times.map(({ dimension }) => dimension)];
      if ((groupByReferences ?? reduceByReferences) && named.some((name) => isView(plannerOf(this), name))) {
        refuse(member, 'it has a `group_by` or `reduce_by` and is used in a view');
      }
      const own: StageContext = super.selfMultiStageContext(member, context, filters);
      // A time dimension that neither groups nor limits would make the planner take the stage for a partition.
      const timeDimensions = own.timeDimensions.filter(({ granularity, dateRange }) => granularity || dateRange);
      return { ...own, timeDimensions };
    }

    /** Whether some member has several stages. */
    hasStages(): boolean {
      return stagedMembers(plannerOf(this), super.collectAllMemberChildren(undefined)).size > 0;
    }

    /** Whether the database has full joins. */
    joinsFully(): boolean {
      return true;
    }

    /** Whether two values are equal or both missing, in a condition that the database can use for a full join. */
    sameKey(left: string, right: string): string {
      return `${left} IS NOT DISTINCT FROM ${right}`;
    }

    /** The emulator has no pre-aggregations: every query reads the tables. */
    override newPreAggregations(): PreAggregations {
      return withoutPreAggregations(super.newPreAggregations());
    }

    override overTimeSeriesQuery(...given: Parameters<BaseQuery['overTimeSeriesQuery']>): unknown {
      const measure = given[1] as unknown as WindowMeasure;
      // The planner knows days, months and years only: rows would be grouped by more than the window can divide.
      measure.windowGranularity = () =>
        windowGranularity(plannerOf(this), measure.measureDefinition().rollingWindow ?? {});
      return plannerOf(this).evaluateSymbolSqlWithContext(() => super.overTimeSeriesQuery(...given), { window: true });
    }

    /** `FILTER_PARAMS` of the model. */
    override filtersProxy(): object {
      const get = (cubes: Record<string, Record<string, unknown>>, cube: string) => {
        const members = cubes[cube];
        if (typeof members !== 'object') return members;
        return new Proxy(members, {
          get: (_, member: string) => {
            checkFilterParams(plannerOf(this), cube, member);
            return members[member];
          },
        });
      };
      return new Proxy(super.filtersProxy() as Record<string, Record<string, unknown>>, { get });
    }

    /** Joins the parts of a query by their dimensions. A part without a row for some values has no values there. */
    override outerMeasuresJoinFullKeyQueryAggregate(
      inner: readonly Selected[],
      outer: readonly Selected[],
      parts: readonly string[],
    ): string {
      const planner = plannerOf(this);
      const dimensions = planner.dimensionAliasNames();
      if (parts.length < 2 || dimensions.length === 0 || !this.joinsFully()) {
        return super.outerMeasuresJoinFullKeyQueryAggregate(inner, outer, parts);
      }
      const key = (dimension: string, count: number) => {
        const columns = parts.slice(0, count).map((_, place) => `q_${place}.${dimension}`);
        return columns.length === 1 ? columns[0] : `coalesce(${columns.join(', ')})`;
      };
      const joined = parts.map((part, place) => {
        const on = dimensions.map((one) => this.sameKey(key(one, place)!, `q_${place}.${one}`));
        const table = `${planner.wrapInParenthesis(part)} AS q_${place}`;
        return place === 0 ? table : `FULL JOIN ${table} ON ${on.join(' AND ')}`;
      });
      const rendered = Object.fromEntries(inner.map((one) => [one.measure ?? one.dimension, one.aliasName()]));
      const keys = dimensions.map((dimension) => `${key(dimension, parts.length)} AS ${dimension}`);
      const [columns, where] = planner.evaluateSymbolSqlWithContext(
        () => [outer.flatMap((one) => one.selectColumns()), planner.baseWhere(planner.measureFilters)] as const,
        { renderedReference: rendered },
      );
      const select = `SELECT ${[...keys, ...columns].join(', ')} FROM ${joined.join('\n')}${where}`;
      return `${select}${planner.orderBy()}${planner.groupByDimensionLimit()}`;
    }
  };
}

export type StagedQuery = InstanceType<ReturnType<typeof staged<Dialect>>>;

// The base class calls overridden methods while it is constructed, before private methods exist: these are functions.

function plannerOf(query: BaseQuery): Planner {
  return query as unknown as Planner;
}

function checkMember(planner: Planner, path: string, definition: MemberDefinition, granularity?: string): void {
  const { cubeEvaluator } = planner;
  const kind = cubeEvaluator.isMeasure(path) ? 'measure' : cubeEvaluator.isDimension(path) ? 'dimension' : 'segment';
  const reason = reasonAgainst(kind, definition) ?? (granularity && reasonAgainstGranularity(definition, granularity));
  if (reason) refuse(path, reason);
  if (kind !== 'dimension' || definition.type !== 'time' || !isShifted(planner.safeEvaluateSymbolContext())) return;
  if (definition.timeShift || cubeEvaluator.cubeFromPath(path).calendar) {
    refuse(path, 'a calendar says how its time is shifted');
  }
}

/** A date range that limits the table cuts off what a window or a shift needs from before it. */
function checkFilterParams(planner: Planner, cube: string, member: string): void {
  const { cubeEvaluator, timeDimensions, filters } = planner;
  const context = planner.safeEvaluateSymbolContext();
  if (!context.window && !isShifted(context)) return;
  if (filters.length === 0 && !timeDimensions.some(({ dateRange }) => dateRange)) return;
  if (!cubeEvaluator.isDimension([cube, member]) || cubeEvaluator.byPathAnyType([cube, member]).type !== 'time') return;
  refuse(`${cube}.${member}`, '`FILTER_PARAMS` limits it in a query with a rolling window or a time shift');
}

/** The members with several stages, and those that refer to such a member. */
function stagedMembers(planner: Planner, children: Readonly<Record<string, readonly string[]>>): Set<string> {
  const known = new Map<string, boolean>();
  const isStaged = (member: string): boolean => {
    const found = known.get(member);
    if (found !== undefined) return found;
    known.set(member, false);
    const staged =
      definitionOf(planner, member).multiStage === true || (children[member] ?? []).some((child) => isStaged(child));
    known.set(member, staged);
    return staged;
  };
  return new Set([...Object.keys(children), ...Object.values(children).flat()].filter(isStaged));
}

/** Paths of members may end with a granularity. */
function definitionOf({ cubeEvaluator }: Planner, member: string): MemberDefinition {
  return cubeEvaluator.byPathAnyType(member.split('.').slice(0, 2));
}

const units = /second|minute|hour|day|week|month|quarter|year/g;

/** The largest granularity into which every limit of a window can be divided, and every bucket of the query, which can begin anywhere. */
function windowGranularity(
  planner: Planner,
  { trailing = '', leading = '', granularity = '', type = '' }: NonNullable<MemberDefinition['rollingWindow']>,
): string | undefined {
  const named = [trailing, leading, granularity, type].join(' ').match(units) ?? [];
  const buckets = planner.timeDimensions.map(({ granularityObj }) => granularityObj?.minGranularity());
  return [...named, ...buckets].reduce<string | undefined>(
    (least, one) => planner.minGranularity(least, one),
    undefined,
  );
}

function isView({ cubeEvaluator }: Planner, member: string): boolean {
  return cubeEvaluator.cubeFromPath(member).isView === true;
}

function isShifted({ commonTimeShift, timeShifts = {} }: StageContext): boolean {
  return commonTimeShift !== undefined || Object.keys(timeShifts).length > 0;
}
