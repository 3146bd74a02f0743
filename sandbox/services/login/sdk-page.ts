/**
 * The sign-in site's page in the frame. It speaks the frame's protocol with the embedding page only, calls the site's
 * own server, and asks people to approve each signature.
 */

/** The page's script, as plain text: no bundler touches it. */
const script = String.raw`
const embedder = document.referrer && new URL(document.referrer).origin
let rejectOpen

function reply(name, id, payload) {
  parent.postMessage({ type: '@w3m-frame/' + name, ...(id === undefined ? {} : { id }), payload }, embedder)
}

async function api(path, body = {}) {
  const answer = await fetch('api/' + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, embedder }),
  })
  const data = await answer.json()
  if (!answer.ok) throw new Error(data.message)
  return data
}

async function until(path, body) {
  for (;;) {
    const answer = await api(path, body)
    if (answer.done) return answer
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

const handlers = {
  SYNC_DAPP_DATA: ({ metadata }) => void (site.textContent = metadata.name),
  SYNC_THEME: ({ themeMode }) => void (document.documentElement.dataset.theme = themeMode),
  CONNECT_EMAIL: ({ email }) => api('email', { email }),
  CONNECT_DEVICE: async () => void (await until('device')),
  CONNECT_OTP: async ({ otp }) => void (await api('code', { otp })),
  GET_SOCIAL_REDIRECT_URI: ({ provider }) => api('social-uri', { provider }),
  CONNECT_SOCIAL: (payload) => api('social', payload),
  GET_FARCASTER_URI: () => api('farcaster'),
  CONNECT_FARCASTER: async () => ({ userName: (await until('farcaster-signed')).userName }),
  IS_CONNECTED: () => api('is-connected'),
  GET_USER: (payload) => api('user', payload),
  SWITCH_NETWORK: ({ chainId }) => api('network', { chainId }),
  SET_PREFERRED_ACCOUNT: ({ type }) => api('preferred-account', { type }),
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: () => api('smart-networks'),
  SIGN_OUT: async () => void (await api('sign-out')),
  RPC_REQUEST: async (request) => {
    if (approvals.has(request.method)) await ask(request)
    return (await api('rpc', request)).result
  },
  RPC_ABORT: () => rejectOpen?.(),
}
const approvals = new Set(['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction', 'solana_signMessage', 'solana_signTransaction', 'solana_signAllTransactions', 'solana_signAndSendTransaction'])

function ask({ method, params, chainId }) {
  const [title, lines] = describe(method, params, chainId)
  what.textContent = title
  facts.replaceChildren(...lines.flatMap(([name, value]) => [element('dt', name), element('dd', value)]))
  main.hidden = false
  return new Promise((resolve, reject) => {
    const end = (run) => () => {
      main.hidden = true
      rejectOpen = undefined
      run()
    }
    rejectOpen = end(() => reject(new Error('User rejected the request')))
    cancel.onclick = rejectOpen
    approve.onclick = end(resolve)
  })
}

function describe(method, params, chainId) {
  if (method === 'eth_sendTransaction') {
    const { from, to, value = '0x0', data } = params[0]
    return ['Send a transaction', [['From', from], ['To', to], ['Amount', Number(BigInt(value)) / 1e18 + ' ETH'], ['Data', data ?? 'none'], ['Network', String(chainId)]]]
  }
  if (method === 'solana_signMessage') return ['Sign a message', [['Account', params.pubkey], ['Message', readBase58(params.message)]]]
  if (method.startsWith('solana_')) return ['Sign a transaction', [['Account', params.pubkey ?? ''], ['Transaction', params.transaction ?? params.transactions.join(' ')], ['Network', String(chainId)]]]
  if (method === 'personal_sign') return ['Sign a message', [['Message', readText(params[0])]]]
  return ['Sign data', [['Data', params[1]]]]
}

function readBase58(text) {
  let number = 0n
  for (const digit of text) number = number * 58n + BigInt('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'.indexOf(digit))
  const hex = number.toString(16)
  return readText('0x' + (hex.length % 2 ? '0' : '') + hex)
}

function readText(hex) {
  const bytes = Uint8Array.from(hex.slice(2).match(/../g) ?? [], (pair) => parseInt(pair, 16))
  return new TextDecoder().decode(bytes)
}

function element(name, text) {
  const made = document.createElement(name)
  made.textContent = text
  return made
}

addEventListener('message', async ({ source, origin, data }) => {
  if (source !== parent || origin !== embedder || typeof data?.type !== 'string') return
  const name = data.type.replace('@w3m-app/', '')
  const handler = Object.hasOwn(handlers, name) && handlers[name]
  if (!handler) return
  try {
    reply(name + '_SUCCESS', data.id, await handler(data.payload ?? {}))
  } catch (error) {
    reply(name + '_ERROR', data.id, { message: String(error.message) })
  }
})
const [main, site, what, facts, cancel, approve] = ['main', 'site', 'what', 'facts', 'cancel', 'approve'].map((id) => document.getElementById(id))
reply('READY', undefined, {})
`

export const sdkPage = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sign-in site</title>
<style>
:root{color-scheme:dark;--card:oklch(.207 .005 50);--well:oklch(.163 .004 50);--text:oklch(.966 .006 85);--soft:oklch(.71 .01 70);--primary:oklch(.952 .013 85);--on:oklch(.2 .01 60);--key:oklch(.291 .007 50)}
:root[data-theme=light]{color-scheme:light;--card:oklch(.976 .005 80);--well:oklch(.946 .007 78);--text:oklch(.215 .012 60);--soft:oklch(.497 .012 60);--primary:oklch(.235 .012 60);--on:oklch(.985 .006 85);--key:oklch(1 0 0)}
body{margin:0;background:var(--card);color:var(--text);font:15px/22px system-ui,sans-serif}
main{box-sizing:border-box;display:flex;flex-direction:column;min-height:100vh;padding:20px;gap:12px}main[hidden]{display:none}
h1{margin:0;font-size:20px;line-height:26px}p{margin:0;color:var(--soft)}
dl{margin:0;padding:14px 16px;border-radius:14px;background:var(--well);overflow-wrap:anywhere;flex:1}
dt{color:var(--soft);font-size:13px}dd{margin:0 0 10px;white-space:pre-wrap}
footer{display:grid;grid-template-columns:104px 1fr;gap:8px}
button{min-height:48px;border:0;border-radius:14px;font:600 15px/20px system-ui,sans-serif;background:var(--key);color:var(--text)}
#approve{background:var(--primary);color:var(--on)}button:focus-visible{outline:2px solid oklch(.6 .16 250);outline-offset:2px}
</style>
<main id="main" hidden><h1 id="what"></h1><p><span id="site"></span> asks you to approve this.</p><dl id="facts"></dl>
<footer><button id="cancel" type="button">Cancel</button><button id="approve" type="button">Approve</button></footer></main>
<script>${script}</script></html>`
