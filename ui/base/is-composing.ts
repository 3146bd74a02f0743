import type { KeyboardEvent as ReactKeyboardEvent } from 'react'

/**
 * Whether a key belongs to an input method, such as one for Japanese, in which Enter picks a word and Esc discards it.
 * Safari ends the composition before the event of such a key, so in Safari only the key code identifies the key.
 * @see https://bugs.webkit.org/show_bug.cgi?id=165004
 */
export function isComposing(event: KeyboardEvent | ReactKeyboardEvent): boolean {
  const native = 'nativeEvent' in event ? event.nativeEvent : event
  return native.isComposing || native.keyCode === INPUT_METHOD
}

/**
 * Key code of a key that an input method handles.
 * @see https://w3c.github.io/uievents/#determine-keydown-keyup-keyCode
 */
const INPUT_METHOD = 229
