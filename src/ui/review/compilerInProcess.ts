/** Compiles the models of a review in a process of its own, because a model is code. */

import type { Log } from '../../base/log.ts';
import { filesOf } from '../../local/localModel.ts';
import { LocalProcess } from '../../local/process/localProcess.ts';
import { RefusedQuery } from '../../query/run/queryErrors.ts';
import type { CompiledSide } from '../../review/compiled/askedSides.ts';
import type { SourceCompiler } from '../../session/review/sourceCompiler.ts';

export function compilerInProcess(log: Log): SourceCompiler {
  const process = new LocalProcess(log);
  // Relative dates mean the same in both models.
  const now = Date.now();
  let models = 0;
  return {
    compile: async (index, signal) => {
      models += 1;
      const name = `model ${models}`;
      const { modelFolder } = index;
      const found = await process.request('compile', { name, files: filesOf(index), modelFolder, now }, signal);
      if (found.kind === 'errors') return found;
      const { compiler, meta, open } = found;
      const metaFor: CompiledSide['metaFor'] = (as, until) => process.request('modelMeta', { name, as }, until);
      const sqlOf =
        (isOpen: boolean): CompiledSide['sql'] =>
        async (query, as, until) => {
          const sql = await process.request('modelSql', { name, query, as, isOpen }, until);
          if ('refused' in sql) throw new RefusedQuery(sql.refused);
          return sql;
        };
      return {
        kind: 'compiled',
        side: {
          ...{ compiler, meta, metaFor, sql: sqlOf(false) },
          unrestricted: { meta: open, metaFor, sql: sqlOf(true) },
          access: (callers, until) => process.request('modelAccess', { name, callers }, until),
        },
      };
    },
    dispose: () => process.dispose(),
  };
}
