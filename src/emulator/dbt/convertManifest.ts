/** Converts a dbt manifest to cubes: one for each model that has a table or view. */

import { CubeDraft, type Warn } from '../../model/generate/cubeDraft.ts';
import { NameSet } from '../../model/generate/nameSet.ts';
import { isColumnName, Quoting } from '../../model/generate/sqlText.ts';
import { dimensionType } from './columnType.ts';
import { addJoins } from './joins.ts';
import type { Manifest, ManifestNode, SemanticModel } from './manifestSchema.ts';
import { addMetrics } from './metrics.ts';
import type { ColumnTypes } from './readCatalog.ts';
import { convertSemanticModel } from './semanticModels.ts';
import { type ModelTests, TestedColumns } from './testsOf.ts';

interface Conversion {
  cubes: CubeDraft[];
  /** The parts that were left out, and why. */
  warnings: string[];
}

/** `types`: of columns for which the manifest has none. */
export function convertManifest(manifest: Manifest, types?: ColumnTypes): Conversion {
  const warnings: string[] = [];
  const warn: Warn = (message) => warnings.push(message);
  const quoting = new Quoting(manifest.metadata.adapter_type);
  const tests = new TestedColumns(manifest);
  const semanticModels = semanticModelsByModel(manifest);
  const cubes = draftCubes(manifest, warn);
  const keys = new Map(
    [...cubes.keys()].map((id) => [id, primaryKeyOf(manifest.nodes[id]!, tests.of(id), semanticModels.get(id) ?? [])]),
  );
  addJoins({ cubes, keys, tests, semanticModels, quoting, warn });
  for (const [id, cube] of cubes) {
    addColumns(cube, manifest.nodes[id]!, quoting, types);
    addKey(cube, keys.get(id)!, quoting);
  }
  const converted = [...semanticModels].flatMap(([id, all]) => {
    const cube = cubes.get(id);
    return cube ? all.map((model) => convertSemanticModel(cube, model, quoting, warn)) : [];
  });
  addMetrics(Object.values(manifest.metrics ?? {}), converted, warn);
  for (const cube of cubes.values()) {
    const counts = cube.measures.some(
      ({ type, sql, filters }) => type === 'count' && sql === null && filters.length === 0,
    );
    if (!counts) cube.addMeasure(['count', 'row_count'], { type: 'count' });
  }
  return { cubes: [...cubes.values()], warnings };
}

function draftCubes({ nodes }: Manifest, warn: Warn): Map<string, CubeDraft> {
  const names = new NameSet({ ignoreCase: true });
  const cubes = new Map<string, CubeDraft>();
  for (const [modelId, model] of Object.entries(nodes)) {
    if (model.resource_type !== 'model') continue;
    const { name, relation_name: relation, description = null, version, package_name: owner } = model;
    if (!relation || model.config?.materialized === 'ephemeral') {
      warn(`Model ${name} is left out: it has no table or view`);
      continue;
    }
    const own = version ? `${name}_v${version}` : name;
    cubes.set(
      modelId,
      new CubeDraft({ name: names.take(own, `${owner}_${own}`), sourceId: modelId, relation, description }),
    );
  }
  return cubes;
}

function semanticModelsByModel({ semantic_models: all }: Manifest): Map<string, SemanticModel[]> {
  const byModel = new Map<string, SemanticModel[]>();
  for (const model of Object.values(all ?? {})) {
    const id = model.depends_on?.nodes?.find((node) => node.startsWith('model.'));
    if (id === undefined) continue;
    const others = byModel.get(id);
    if (others) others.push(model);
    else byModel.set(id, [model]);
  }
  return byModel;
}

function addColumns(cube: CubeDraft, { columns }: ManifestNode, quoting: Quoting, types?: ColumnTypes): void {
  for (const { name, description = null, data_type: type, quote } of Object.values(columns ?? {})) {
    if (cube.dimensionOf(name)) continue;
    const sql = quoting.column('CUBE', name, quote ?? false);
    cube.addDimension(name, { sql, type: dimensionType(type ?? types?.of(cube.sourceId, name)), description }, name);
  }
}

function addKey(cube: CubeDraft, key: readonly string[], quoting: Quoting): void {
  for (const expression of key) {
    const known = cube.dimensionOf(expression);
    if (known) known.primaryKey = true;
    else {
      const name = isColumnName(expression) ? expression : 'primary_key';
      cube.addDimension(name, { sql: quoting.expression(expression), primaryKey: true }, expression);
    }
  }
}

/** Columns, or one SQL expression of a semantic model. Empty without a key. */
function primaryKeyOf(model: ManifestNode, tests: ModelTests, semantic: readonly SemanticModel[]): string[] {
  const ofModel = model.constraints?.find(({ type }) => type === 'primary_key')?.columns;
  if (ofModel?.length) return ofModel;
  const columns = Object.values(model.columns ?? {});
  const ofColumn = columns.find(({ constraints }) => constraints?.some(({ type }) => type === 'primary_key'));
  if (ofColumn) return [ofColumn.name];
  for (const { entities } of semantic) {
    const primary = entities?.find(({ type }) => type === 'primary');
    if (primary) return [primary.expr ?? primary.name];
  }
  if (model.primary_key?.length) return model.primary_key;
  const unique = [...tests.unique];
  const best = unique.filter((column) => tests.notNull.has(column));
  const candidates = best.length > 0 ? best : unique;
  const usual = ['id', `${model.name}_id`, `${model.name.replace(/s$/, '')}_id`];
  const chosen = candidates.find((column) => usual.includes(column.toLowerCase())) ?? candidates[0];
  if (chosen !== undefined) return [chosen];
  return tests.combinations[0] ? [...tests.combinations[0]] : [];
}
