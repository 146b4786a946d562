/** Lets Postgres parse and analyze a statement, without running it. */

import type { ClientBase, Connection, FieldDef, Submittable } from 'pg';
import type { ResultColumn } from '../source/databaseRequests.ts';
import { kindOf } from './postgresTypes.ts';

/** The messages that the library sends and receives; its declarations leave out some of them. */
interface DescribedQuery extends Submittable {
  handleRowDescription(message: { fields: FieldDef[] }): void;
  handleError(failure: Error): void;
  handleReadyForQuery(): void;
}

/** @throws DatabaseError */
export async function describeStatement(client: ClientBase, sql: string): Promise<ResultColumn[]> {
  const fields = await parsed(client, sql);
  const { rows } = await client.query<{ type: string; category: string }>({
    text: `SELECT pg_catalog.format_type(t.oid, given.modifier) AS type, t.typcategory AS category
           FROM unnest($1::oid[], $2::int4[]) WITH ORDINALITY AS given (oid, modifier, place)
           JOIN pg_catalog.pg_type t ON t.oid = given.oid ORDER BY given.place`,
    values: [fields.map(({ dataTypeID }) => dataTypeID), fields.map(({ dataTypeModifier }) => dataTypeModifier)],
  });
  return fields.map(({ name }, index) => {
    const { type = 'unknown', category = 'X' } = rows[index] ?? {};
    return { name, type, kind: kindOf(type, category) };
  });
}

function parsed(client: ClientBase, sql: string): Promise<FieldDef[]> {
  return new Promise((resolve, reject) => {
    let fields: FieldDef[] = [];
    const query: DescribedQuery = {
      submit(connection: Connection) {
        const { parse, describe, sync } = connection as unknown as Record<string, (message?: object) => void>;
        parse!.call(connection, { text: sql, name: '', types: [] });
        describe!.call(connection, { type: 'S', name: '' });
        sync!.call(connection);
      },
      handleRowDescription(message) {
        fields = message.fields;
      },
      // The library sends nothing else before the server is ready for it.
      handleError: reject,
      handleReadyForQuery: () => resolve(fields),
    };
    client.query(query);
  });
}
