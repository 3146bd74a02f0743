/**
 * Serves the built pages of `bench/lists` under `/lists/`, and their API: `GET /v1/account/{account}/history` returns
 * histories of any length, the same on every machine and in every run. Generated pages stay in a cache folder.
 */
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { GENERATED_PAGE, type GeneratedHistory, generateHistory } from '../history/generate.ts'
import { getListsAccount, readListsAccount } from './lists-account.ts'
import { allowAnyOrigin, type Handler, sendJson } from './local-server.ts'
import { sendFile } from './send-file.ts'

const cache = fileURLToPath(new URL('../../.cache/lists', import.meta.url))
/** Placeholder in cached histories for the URL of the pictures; replaced by this server's own URL in each response. */
const PICTURES = 'https://pictures.example'
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#5a7394"/></svg>'
/** Time of the newest transaction in these histories. */
const NOW = Date.UTC(2026, 10, 20)
const histories = new Map<number, GeneratedHistory>()

/** Generates the history's missing pages, which takes some seconds for 100,000 transactions. */
export async function prepareHistory(count: number): Promise<void> {
  for (let index = 0; index < Math.ceil(count / GENERATED_PAGE); index += 1) await readPage(count, index)
}

/** @param folder folder of the built pages @param onPage called after a page of a history was sent */
export function createListsServer(
  folder = `${cache}/site`,
  onPage?: (page: { index: number; isLast: boolean }) => void,
): Handler {
  return async (request, response, { pathname, searchParams }) => {
    if (allowAnyOrigin(request, response)) return
    if (pathname.startsWith('/lists/'))
      return sendFile(response, folder, pathname.slice('/lists/'.length) || 'index.html')
    if (pathname.endsWith('.svg'))
      return void response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(picture)
    if (pathname === '/v1/supported-chains') return sendJson(response, 200, { http: ['eip155:1'], ws: [] })
    const count = readListsAccount(/^\/v1\/account\/(\w+)\/history$/.exec(pathname)?.[1] ?? '')
    if (!count) return sendJson(response, 404, { error: `No ${pathname}` })
    const index = Number(/\d*$/.exec(searchParams.get('cursor') ?? '')![0])
    const text = await readPage(count, index)
    sendJson(response, 200, text.replaceAll(PICTURES, `http://${request.headers.host}/lists/pictures`))
    onPage?.({ index, isLast: (index + 1) * GENERATED_PAGE >= count })
  }
}

async function readPage(count: number, index: number): Promise<string> {
  const folder = `${cache}/histories/${count}`
  const file = `${folder}/${index}.json`
  if (existsSync(file)) return readFile(file, 'utf8')
  if (!histories.has(count))
    histories.set(
      count,
      generateHistory({
        account: getListsAccount(count),
        chain: 'eip155:1',
        count,
        seed: 7,
        now: NOW,
        hasSpam: false,
        assetsUrl: PICTURES,
      }),
    )
  const text = histories.get(count)!.page(index)
  await mkdir(folder, { recursive: true })
  await writeFile(file, text)
  return text
}
