/** The wallet name to display. For email and social accounts it is the login, such as "Google, mara@mail.example". */
import type { Social } from '../shell/routes.ts'
import type { AuthProvider } from './auth/connector.ts'
import type { Login } from './auth/login.ts'
import type { Connector } from './connector.ts'

export const socialNames = {
  google: 'Google',
  x: 'X',
  discord: 'Discord',
  farcaster: 'Farcaster',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
} as const satisfies Record<Social, string>

/** Only for views. Reports and logs use the connector's name, which contains no personal data. */
export function nameWallet({ name, type, provider }: Pick<Connector, 'name' | 'type' | 'provider'>): string {
  const login = type === 'AUTH' ? (provider as Partial<AuthProvider>).getLogin?.() : undefined
  return (login && nameLogin(login)) ?? name
}

function nameLogin({ by, email, userName }: Login): string | undefined {
  if (by === 'email') return email
  const social = Object.hasOwn(socialNames, by) ? socialNames[by as Social] : undefined
  const who = email ?? userName
  return social && who ? `${social}, ${who}` : (social ?? who)
}
