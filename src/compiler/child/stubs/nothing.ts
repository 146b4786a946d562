/** Takes the place of packages that start programs; a compile starts none. */
export {};
