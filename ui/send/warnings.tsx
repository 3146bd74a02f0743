/** Warnings about a receiver, the most dangerous first. Shows the address that the receiver imitates, if there is one. */
import { useState } from 'react'
import { type ReceiverWarning, warningLevels } from '../../src/core/payments/transfer.ts'
import { Button } from '../components/button.tsx'
import { Address } from '../components/whole-address.tsx'
import { useNetworkName } from '../components/use-network-name.ts'
import { t } from '../base/texts.ts'
import { Alert } from '../payments/alert.tsx'
import { Compare, isGroup, pickGroup } from './compare.tsx'
import { texts } from './texts.ts'

interface DangerProps {
  warning: ReceiverWarning
  /** Address of the receiver. */
  address: string
  change: ChangeReceiver
  /** Called when the person continues despite the warning. */
  onInsist(): void
}

/** The button to replace a doubtful receiver. */
export interface ChangeReceiver {
  words: string
  go(): void
  /** Makes the known address the receiver. Absent if the receiver cannot be changed. */
  take?(address: string): void
}

/**
 * A warning before the review. The safe choice is the primary button; to continue, the person must type a part of the
 * address.
 */
export function Danger({ warning, address, change, onInsist }: DangerProps) {
  const [typed, setTyped] = useState('')
  const anchor = warning.code === 'look_alike' ? warning : undefined
  const group = pickGroup(address, anchor?.anchor)
  const isTyped = isGroup(typed, group.text, address)
  return (
    <form
      className="body send"
      onSubmit={(event) => {
        event.preventDefault()
        if (isTyped) onInsist()
      }}
    >
      <h3 className="send-stop">{texts.stop}</h3>
      <Warning warning={warning} isLoud />
      <div className="leaf pad" part="leaf">
        {anchor ? (
          <Compare entered={address} known={anchor.anchor} isClaimed={anchor.isClaimed} />
        ) : (
          <Address address={address} />
        )}
      </div>
      {anchor && <p className="small-note">{texts.differing}</p>}
      {anchor && !anchor.isClaimed && change.take ? (
        <Button kind="primary" onClick={() => change.take?.(anchor.anchor)}>
          {anchor.name ? t(texts.takeKnown, { name: anchor.name }) : texts.takeKnownNameless}
        </Button>
      ) : (
        <Button kind="primary" onClick={change.go}>
          {change.words}
        </Button>
      )}
      <label className="label" htmlFor="bf-insist">
        {t(texts.typeGroup, { nth: texts.ordinals[group.n - 1] ?? String(group.n) })}
      </label>
      <div className="send-insist">
        <input
          id="bf-insist"
          type="text"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          maxLength={8}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button disabled={!isTyped} onClick={onInsist}>
          {texts.continue}
        </Button>
      </div>
    </form>
  )
}

/** All warnings, for the place above the payment. */
export function Warnings({ warnings, address }: { warnings: readonly ReceiverWarning[]; address: string }) {
  return warnings.map((warning) => (
    <div key={warning.code} className="send-warning">
      <Warning warning={warning} />
      {(warning.code === 'half_look_alike' || warning.code === 'look_alike') && (
        <div className="leaf pad">
          <Compare entered={address} known={warning.anchor} isClaimed={warning.isClaimed} />
        </div>
      )}
    </div>
  ))
}

export function Warning({ warning, isLoud }: { warning: ReceiverWarning; isLoud?: boolean }) {
  const level = warningLevels[warning.code]
  const [title, text] = describeWarning(warning, useNetworkName())
  if (level === 'fact') return <p className="small-note">{title}</p>
  return (
    <Alert look={level === 'danger' ? 'bad' : 'warn'} title={title} role={isLoud ? 'alert' : undefined}>
      {text}
    </Alert>
  )
}

function describeWarning(
  warning: ReceiverWarning,
  nameNetwork: ReturnType<typeof useNetworkName>,
): readonly [title: string, text: string] {
  switch (warning.code) {
    case 'look_alike': {
      const { name, isClaimed, prefix, suffix } = warning
      if (isClaimed) return [texts.claimed, t(texts.claimedText, { prefix, suffix })]
      return [
        name ? t(texts.lookAlike, { name }) : texts.lookAlikeNameless,
        t(texts.lookAlikeText, { prefix, suffix }),
      ]
    }
    case 'half_look_alike':
      return warning.isClaimed ? [texts.claimed, texts.claimedHalfText] : [texts.half, texts.halfText]
    case 'contract_elsewhere': {
      const [title, text] = texts.warnings.contract_elsewhere
      return [t(title, { network: nameNetwork(warning.caipNetworkId) }), text]
    }
    case 'name_of_other_network': {
      const [title, text] = texts.warnings.name_of_other_network
      return [title, t(text, { network: nameNetwork(warning.caipNetworkId) })]
    }
    default:
      return texts.warnings[warning.code]
  }
}
