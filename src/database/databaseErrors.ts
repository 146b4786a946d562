import { errorCatalog } from '../base/errors.ts';

export const databaseErrors = errorCatalog({
  'query-timeout': {
    message: 'The query was stopped: it took longer than {0} s.',
    action: 'Narrow it with filters or a date range.',
  },
});
