export const kilometres = (column) => `${column} / 1000.0`;
