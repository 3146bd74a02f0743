/** Saves the loaded activity as a CSV file; with a filter, only the matching rows. */
import { useEffect, useRef, useState } from 'react'
import type { ActivityFilter, ActivityPlace } from '../../src/core/assets/activity.ts'
import { toErrorRecord } from '../../src/core/base/errors.ts'
import { type CaipAddress, parseCaipAddress } from '../../src/core/chains/caip.ts'
import type { Shell } from '../../src/shell/shell.ts'
import { useViewer } from '../base/shell-context.ts'
import { t } from '../base/texts.ts'
import { texts } from './texts.ts'

export interface CsvFile {
  /** Progress of the export in percent; undefined while there is no export. */
  percent: number | undefined
  write(): void
  cancel(): void
}

export function useCsvFile(account: CaipAddress, filter: ActivityFilter | undefined): CsvFile {
  const { call, snacks } = useViewer()
  const [percent, setPercent] = useState<number>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function write(): Promise<void> {
    const { signal } = (running.current = new AbortController())
    setPercent(0)
    try {
      const params = { account, ...(filter && { filter }) }
      const { file, rows, unread } = await createCsvFile(call, params, signal, setPercent)
      save(file, getFileName(account))
      const detail = unread > 0 ? { detail: t(texts.couldNotBeRead, { n: unread }) } : {}
      snacks.show({ variant: 'success', message: t(texts.exported, { n: rows }), ...detail })
    } catch (error) {
      if (!signal.aborted)
        snacks.show({ variant: 'error', message: texts.exportFailed, detail: toErrorRecord(error) })
    }
    setPercent(undefined)
  }

  return { percent, write: () => void write(), cancel: () => running.current?.abort() }
}

interface CsvParams {
  account: CaipAddress
  filter?: ActivityFilter
}

async function createCsvFile(
  call: Shell['call'],
  params: CsvParams,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
): Promise<{ file: Blob; rows: number; unread: number }> {
  const parts: BlobPart[] = []
  let [rows, unread, shown] = [0, 0, 0]
  let after: ActivityPlace | undefined
  do {
    signal.throwIfAborted()
    const part = await call('activityCsv', { ...params, ...(after && { after }) }, { signal })
    parts.push(part.csv)
    rows += part.rows
    unread += part.unread
    after = part.next
    const percent = Math.floor((100 * part.searched) / Math.max(1, part.loaded))
    if (percent > shown) onProgress((shown = percent))
  } while (after)
  signal.throwIfAborted()
  return { file: new Blob(parts, { type: 'text/csv;charset=utf-8' }), rows, unread }
}

function getFileName(account: CaipAddress): string {
  const { address, caipNetworkId } = parseCaipAddress(account)
  const day = new Date().toISOString().slice(0, 10)
  return `activity-${caipNetworkId.replace(':', '-')}-${address.slice(0, 8)}-${day}.csv`
}

/** How long the file's URL is kept, since the browser may still be reading it. Milliseconds. */
const KEPT_FOR = 60_000

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_FOR)
}
