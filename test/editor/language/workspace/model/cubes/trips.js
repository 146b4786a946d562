import { kilometres } from './units';

cube(`trips`, {
  sqlTable: `shop.trips`,

  measures: {
    distance: { sql: kilometres(`metres`), type: `sum` },
    double: { sql: `2 * ${distance} + ${distanc}`, type: `number` },
  },
});
