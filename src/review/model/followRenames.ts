/** The content of a part under the new names of what it refers to, so that a reference which follows a rename is not a change. */

/** References in SQL, and names that are whole values, as `drill_members` has them. */
const inSql = /\{([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\}/g;
const whole = /(?<=[[,:])"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)"(?=[,\]}])/g;

/**
 * @param content of one aspect, as JSON
 * @param owner the former name of the cube or view around the part
 * @param renames new names of cubes, views and members by their former ones
 * @param isSql whether only references in braces are names: a table or a column can have the name of a cube
 */
export function followRenames(
  content: string,
  owner: string,
  renames: ReadonlyMap<string, string>,
  isSql: boolean,
): string {
  if (renames.size === 0) return content;
  const text = content.replace(inSql, (_, chain: string) => `{${followed(chain, owner, renames)}}`);
  return isSql ? text : text.replace(whole, (_, chain: string) => `"${followed(chain, owner, renames)}"`);
}

function followed(chain: string, owner: string, renames: ReadonlyMap<string, string>): string {
  let holder = owner;
  const names = chain.split('.').map((name) => {
    if (name === 'CUBE') return name;
    const member = renames.get(`${holder}.${name}`);
    if (member !== undefined) return member.slice(member.indexOf('.') + 1);
    holder = name;
    return renames.get(name) ?? name;
  });
  return names.join('.');
}
