/** The words for what the shell has to say. */
import type { Snack, Words } from '../src/shell/snacks.ts'
import { explainError } from './explain-error.ts'
import { say } from './texts.ts'

const texts = {
  balance_unavailable: 'Token Balance Unavailable',
  history_failed: 'Failed to fetch transactions',
  disconnect_failed: 'Failed to disconnect',
  switch_failed: 'Switching failed',
  switch_declined: 'You declined in {wallet}',
  try_again: 'Try again',
} as const

export function saySnack(words: Words): string {
  if (typeof words === 'string') return words
  return words.code === 'switch_declined' ? say(texts[words.code], words) : say(texts[words.code])
}

export function saySnackDetail(detail: NonNullable<Snack['detail']>): string {
  return typeof detail === 'string' ? detail : explainError(detail)
}
