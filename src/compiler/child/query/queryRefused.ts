/** The model does not support the query; the message is written for the author of the query. */
export class QueryRefused extends Error {}
