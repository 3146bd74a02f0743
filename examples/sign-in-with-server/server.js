/** Serves the page, and the four calls that `serverSiwx` makes. */
import { randomBytes } from 'node:crypto'
import express from 'express'
import session from 'express-session'
import { createPublicClient, http } from 'viem'
import { mainnet } from 'viem/chains'
import { generateSiweNonce, parseSiweMessage } from 'viem/siwe'

// Not from the Host header, which the caller writes.
const { PORT = '3000', DOMAIN = `localhost:${PORT}`, RPC_URL, SESSION_SECRET } = process.env
const client = createPublicClient({ chain: mainnet, transport: http(RPC_URL) })

const app = express()
app.use(express.static('dist'))
app.use(express.json())
app.use(
  session({
    secret: SESSION_SECRET ?? randomBytes(32).toString('hex'),
    resave: false,
    saveUninitialized: false,
    cookie: { sameSite: 'lax', secure: 'auto' },
  }),
)

app.get('/sign-in/nonce', (request, response) => {
  request.session.nonce = generateSiweNonce()
  response.json({ nonce: request.session.nonce })
})

app.post('/sign-in/verify', async (request, response) => {
  const { message, signature } = request.body
  const { nonce } = request.session
  request.session.nonce = undefined // Each nonce is used once.
  // Only what was signed counts, not what stands beside it.
  const { address, chainId } = parseSiweMessage(message)
  const isValid =
    nonce !== undefined &&
    chainId === mainnet.id &&
    (await client.verifySiweMessage({ message, signature, nonce, domain: DOMAIN }))
  if (!isValid) return response.status(422).json({ reasons: [{ description: 'signature' }] })
  // A new session id, so that no one who knew the old one is signed in too.
  request.session.regenerate(() => {
    request.session.signIn = { message, signature, chainId: `eip155:${chainId}`, address }
    response.json({})
  })
})

app.get('/sign-in/session', (request, response) => {
  const { chainId, address } = request.query
  const { signIn } = request.session
  const isOf = signIn && signIn.chainId === chainId && signIn.address === address
  response.json({ sessions: isOf ? [signIn] : [] })
})

app.post('/sign-in/sign-out', (request, response) => {
  request.session.destroy(() => response.json({}))
})

app.get('/greeting', ({ session: { signIn } }, response) => {
  if (signIn) response.send(`The server knows you as ${signIn.address}.`)
  else response.status(401).send('Sign in first.')
})

app.listen(PORT, () => console.log(`http://localhost:${PORT}`))
