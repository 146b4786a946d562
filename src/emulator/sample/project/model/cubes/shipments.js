cube('shipments', {
  sql_table: 'shop.shipments',
  title: 'Shipments',

  joins: {
    orders: {
      sql: `${CUBE}.order_id = ${orders.id}`,
      relationship: 'many_to_one',
    },
  },

  measures: {
    count: {
      type: 'count',
    },
    average_days: {
      sql: `${CUBE}.days_under_way`,
      type: 'avg',
    },
  },

  dimensions: {
    id: {
      sql: `${CUBE}.id`,
      type: 'number',
      primary_key: true,
    },
    carrier: {
      sql: `${CUBE}.carrier`,
      type: 'string',
    },
    shipped_at: {
      sql: `${CUBE}.shipped_at`,
      type: 'time',
    },
  },
});
