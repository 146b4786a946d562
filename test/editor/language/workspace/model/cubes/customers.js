cube(`customers`, {
  sqlTable: `shop.customers`,

  dimensions: {
    id: { sql: `id`, type: `number`, primaryKey: true },
    city: { sql: `city`, type: `string` },
  },

  measures: {
    count: { type: `count` },
    perCity: { sql: `${count}`, type: `number` },
  },
});
