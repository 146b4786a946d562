/** What the user of a connection could do besides reading tables. */

import type { ClientBase } from 'pg';
import { UserError } from '../../base/errors.ts';

/** Functions that read or write files of the server. Only a superuser can call them, unless that right was granted. */
const fileFunctions = ['pg_read_file', 'pg_read_binary_file', 'pg_ls_dir', 'pg_stat_file', 'lo_import', 'lo_export'];
const fileRoles = ['pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program'];

const question = `
  SELECT format('has the rights of the role “%s”', rolname) AS right FROM pg_catalog.pg_roles
  WHERE (rolsuper OR rolname = ANY ($1)) AND pg_catalog.pg_has_role(session_user, oid, 'MEMBER')
    AND NOT (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = session_user)
  UNION ALL SELECT 'is a superuser' FROM pg_catalog.pg_roles WHERE rolname = session_user AND rolsuper
  UNION ALL SELECT format('may call “%s”', proname) FROM pg_catalog.pg_proc
  WHERE proname = ANY ($2) AND pg_catalog.has_function_privilege(session_user, oid, 'EXECUTE')
    AND NOT (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = session_user)
  LIMIT 1`;

/**
 * A statement that only reads tables can call functions, and a role that a session has taken can be given back inside a
 * statement. So the user itself must not be able to reach files.
 * @throws UserError that says what to do
 */
export async function refuseFileReaders(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ right: string; name: string }>(
    `SELECT found.right, session_user AS name FROM (${question}) AS found`,
    [fileRoles, fileFunctions],
  );
  const [found] = rows;
  if (!found) return;
  throw new UserError(
    `The database user “${found.name}” ${found.right}, so that the SQL of a model could read files of the server.`,
    {
      action:
        'Connect as a user that only reads tables: CREATE ROLE model_reader LOGIN PASSWORD ‘…’; GRANT pg_read_all_data TO model_reader;',
    },
  );
}
