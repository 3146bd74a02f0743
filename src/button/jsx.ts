/** JSX props of the elements in `billfold/element`. Types only: they load no React code. */

/** @ts-ignore A page without React may lack React's types; it does not use these. */
type ElementProps = import('react').DetailedHTMLProps<
  import('react').HTMLAttributes<HTMLElement>,
  HTMLElement
>

export type ButtonElementProps = ElementProps & {
  label?: string | undefined
  size?: 'small' | undefined
  /** React 18 needs an empty string in place of `true`. */
  balance?: boolean | '' | undefined
  /** Use it in place of `className`, which React 18 sets as an attribute of that name. */
  class?: string | undefined
}
export type ModalElementProps = ElementProps
