/** Custom elements for pages of any framework: importing this file defines `<billfold-button>`. */
import { defineButton } from './button/button-element.ts'
import type { ButtonElementProps, ModalElementProps } from './button/jsx.ts'

defineButton()

declare global {
  interface HTMLElementTagNameMap {
    'billfold-button': HTMLElement
    /** Drawn by Billfold itself. */
    'billfold-modal': HTMLElement
  }
}

/** @ts-ignore In JSX, where React's types are there. */
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'billfold-button': ButtonElementProps
      'billfold-modal': ModalElementProps
    }
  }
}
