/** Zero-width characters, which often come along when text is copied from a chat, a table or a page. */

/** Removes zero-width characters, direction marks, variation selectors and the like. */
export function dropInvisible(text: string): string {
  return text.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
}

/** Removes invisible characters and spaces at both ends. Inner ones stay, since they may change how the text is drawn. */
export function trimInvisible(text: string): string {
  return text.replace(/^[\s\p{Default_Ignorable_Code_Point}]+|[\s\p{Default_Ignorable_Code_Point}]+$/gu, '')
}
