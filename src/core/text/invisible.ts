/** Removes invisible characters, which text copied from a chat, a table or a web page often contains. */

/** Removes zero-width characters, direction marks, variation selectors and the like. */
export function dropInvisible(text: string): string {
  return text.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
}

/** Removes spaces and invisible characters at both ends. Keeps those inside, since they may change how the text is drawn. */
export function trimInvisible(text: string): string {
  return text.replace(/^[\s\p{Default_Ignorable_Code_Point}]+|[\s\p{Default_Ignorable_Code_Point}]+$/gu, '')
}
