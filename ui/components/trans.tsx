/** A message whose parameters are elements, such as names with a text direction of their own or in bold. */
import { Fragment, type ReactNode } from 'react'
import type { Message, Values } from '../base/texts.ts'

type Elements<M extends Message> = Values<M> extends [infer Given] ? Record<keyof Given, ReactNode> : object

export function Trans<const M extends string>({ message, ...values }: { message: M } & Elements<M>) {
  const given = values as Readonly<Record<string, ReactNode>>
  // Texts and parameter names alternate.
  const parts = message.split(/\{(\w+)\}/)
  return parts.map((part, at) => <Fragment key={at}>{at % 2 === 0 ? part : given[part]}</Fragment>)
}
