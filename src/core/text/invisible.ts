/** Characters that take no room. They come along when text is copied from a chat, a table or a page. */

/** Without zero-width characters, direction marks, variation selectors and the like. */
export function dropInvisible(text: string): string {
  return text.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
}

/** Without them and without spaces at both ends. Those in between may change how the text is drawn. */
export function trimInvisible(text: string): string {
  return text.replace(/^[\s\p{Default_Ignorable_Code_Point}]+|[\s\p{Default_Ignorable_Code_Point}]+$/gu, '')
}
