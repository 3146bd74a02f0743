import { expect, test } from 'vitest'
import type { Login } from '../../src/wallets/auth/login.ts'
import { nameWallet } from '../../src/wallets/name-wallet.ts'

const login: Login = { by: 'email', address: '0x1', chainId: 1 }
const name = 'Email or social login'

const nameOf = (part: Partial<Login>) =>
  nameWallet({ name, type: 'AUTH', provider: { getLogin: () => ({ ...login, ...part }) } })

test('[V22] an email or social account is named by its provider and the user’s email address or user name', () => {
  expect(nameOf({ email: 'mara@driftmail.example' })).toBe('mara@driftmail.example')
  expect(nameOf({ by: 'google', email: 'mara@driftmail.example' })).toBe('Google, mara@driftmail.example')
  expect(nameOf({ by: 'x', userName: 'mara' })).toBe('X, mara')
  expect(nameOf({ by: 'farcaster' })).toBe('Farcaster')
  expect(nameOf({ by: '__proto__' })).toBe(name)
})

test('[V22] a wallet keeps its own name unless it is a signed-in email or social account', () => {
  const getLogin = () => ({ ...login, email: 'mara@driftmail.example' })
  expect(nameWallet({ name: 'Harbor', type: 'ANNOUNCED', provider: { getLogin } })).toBe('Harbor')
  expect(nameWallet({ name, type: 'AUTH', provider: { getLogin: () => undefined } })).toBe(name)
})
