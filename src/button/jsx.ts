/** What the elements of `billfold/element` take in JSX. Types alone: nothing of React is loaded for them. */

/** @ts-ignore A page without React may have no types of it either: then these are not used. */
type ElementProps = import('react').DetailedHTMLProps<
  import('react').HTMLAttributes<HTMLElement>,
  HTMLElement
>

export type ButtonElementProps = ElementProps & {
  label?: string | undefined
  size?: 'small' | undefined
  /** Present or absent. React 18 needs an empty text in place of `true`. */
  balance?: boolean | '' | undefined
  /** React 18 hands `className` to a custom element as an attribute of that name. */
  class?: string | undefined
}
export type ModalElementProps = ElementProps
