/** Where the sandbox is: what it tells the page, and what the page's address says instead (`?api=&rpc=&theme=`). */
import type { DemoConfig } from '../page-server.ts'

export interface PageConfig extends DemoConfig {
  theme: 'dark' | 'light'
}

export async function fetchConfig(): Promise<PageConfig> {
  const response = await fetch('config.json')
  const told = (await response.json()) as DemoConfig
  const asked = new URLSearchParams(location.search)
  return {
    ...told,
    api: asked.get('api') ?? told.api,
    rpc: asked.get('rpc') ?? told.rpc,
    theme: asked.get('theme') === 'light' ? 'light' : 'dark',
  }
}
