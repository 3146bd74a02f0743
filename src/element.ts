/** Custom elements for pages of any framework. Importing this file defines `<billfold-button>`. */
import { defineButton } from './button/button-element.ts'
import type { ButtonElementProps, ModalElementProps } from './button/jsx.ts'

defineButton()

declare global {
  interface HTMLElementTagNameMap {
    'billfold-button': HTMLElement
    /** Billfold draws the content of this element. */
    'billfold-modal': HTMLElement
  }
}

/** @ts-ignore Declares the elements in JSX; without React's types, this has no effect. */
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'billfold-button': ButtonElementProps
      'billfold-modal': ModalElementProps
    }
  }
}
