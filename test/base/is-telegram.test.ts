// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { isTelegram } from '../../src/base/is-telegram.ts'
import { readDevice } from '../../src/base/read-device.ts'

const page = globalThis as { Telegram?: unknown; TelegramWebviewProxy?: unknown }
afterEach(() => {
  delete page.Telegram
  delete page.TelegramWebviewProxy
  location.hash = ''
})

test.each([
  [{}],
  [{ Login: {} }],
  [{ WebApp: {} }],
  [{ WebApp: { initData: '', platform: 'unknown' } }],
  [{ WebApp: { platform: '' } }],
  [{ WebApp: null }],
])('[D33] `isTelegram` is false on a page that only loads a Telegram script: %j', (telegram) => {
  page.Telegram = telegram
  expect(isTelegram()).toBe(false)
  expect(readDevice().isTelegram).toBe(false)
})

test('[D33] `isTelegram` is true on a page that Telegram has launched, even before the Telegram script has run', () => {
  page.Telegram = { WebApp: { initData: 'query_id=1&hash=2' } }
  expect(isTelegram()).toBe(true)
  delete page.Telegram
  location.hash = '#tgWebAppData=query_id%3D1&tgWebAppVersion=8.0'
  expect(isTelegram()).toBe(true)
  location.hash = ''
  page.TelegramWebviewProxy = { postEvent() {} }
  expect(readDevice().isTelegram).toBe(true)
})

test.each([
  '#tgWebAppPlatform=ios',
  '#tgWebAppVersion=8.0&tgWebAppPlatform=tdesktop&tgWebAppThemeParams=%7B%7D',
  '#/?tgWebAppData=1',
])('[D33] `isTelegram` is true on a page that Telegram has launched without data: %s', (hash) => {
  location.hash = hash
  expect(isTelegram()).toBe(true)
  location.hash = hash.replace(/=[^&]*/g, '=')
  expect(isTelegram()).toBe(false)
  location.hash = ''
  page.Telegram = { WebApp: { initData: '', platform: 'ios' } }
  expect(isTelegram()).toBe(true)
})
