/** JSX props of the elements in `billfold/element`. Types only: they load no React code. */

/** @ts-ignore A page without React may lack React's types; it does not use these props. */
type ElementProps = import('react').DetailedHTMLProps<
  import('react').HTMLAttributes<HTMLElement>,
  HTMLElement
>

export type ButtonElementProps = ElementProps & {
  label?: string | undefined
  size?: 'small' | undefined
  /** React 18 needs an empty string in place of `true`. */
  balance?: boolean | '' | undefined
  /** Use `class` in place of `className`, which React 18 sets as an attribute named `className`. */
  class?: string | undefined
}
export type ModalElementProps = ElementProps
