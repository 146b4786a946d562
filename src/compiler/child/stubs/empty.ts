/** Replaces packages that start programs. A compile starts none. */
export {};
