/** One NFT: its full picture, its metadata and its facts on the chain. */
import { useSignals } from '@preact/signals-react/runtime'
import { useCallback, useEffect, useState } from 'react'
import { shortAddress } from '../../src/core/chains/address.ts'
import { type ErrorRecord, toErrorRecord } from '../../src/core/base/errors.ts'
import type { NftDetails, NftRow, NftTrait } from '../../src/core/assets/nfts.ts'
import { deadenLinks } from '../../src/core/text/text.ts'
import type { PanelProps } from '../account/panel-props.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { CopyButton } from '../components/copy-button.tsx'
import { Fact } from '../components/fact.tsx'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { explainError } from '../base/explain-error.ts'
import { explorerLink } from '../../src/core/chains/explorer-link.ts'
import { useViewer } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import { formatReason } from '../unverified/format-reason.ts'
import { t } from '../base/texts.ts'
import type { ViewDefinition } from '../base/view.ts'
import { HeldPicture } from './held-picture.tsx'
import css from './nft.css?inline'
import { NftPicture } from './nft-picture.tsx'
import { texts } from './texts.ts'

addSheet(css)

interface NftData extends PanelProps {
  row: NftRow
}

declare module '../../src/shell/routes.ts' {
  interface Routes {
    Nft: NftData
  }
}

export const view: ViewDefinition<'Nft'> = {
  title: (_, data) => (data?.row.unverified ? texts.unverifiedNft : (data?.row.collection ?? texts.nft)),
  View: ({ data }) => data && <Nft key={data.row.id} {...data} />,
}

function Nft({ account, network, row }: NftData) {
  useSignals()
  const { details, error, retry } = useDetails(account, row.id)
  const { unverified, contract, tokenId, count } = row
  const name = unverified ? deadenLinks(row.name) : row.name
  const link = contract && explorerLink(network, 'address', contract)
  return (
    <>
      <div className="nft-view">
        {unverified ? (
          <HeldPicture account={account} row={row} host={details?.host} />
        ) : (
          <NftPicture name={name} url={details?.imageUrl ?? row.imageUrl} isReading={!details && !error} />
        )}
        {unverified && (
          <div className="alert warn">
            <Icon name="flag" />
            <span>
              <b>{texts.unverified}</b>
              {t(texts.whyUnverified, { reason: formatReason(unverified) })}
            </span>
          </div>
        )}
        <div>
          <h3 className="name">
            <bdi>{name}</bdi>
          </h3>
          {count > 1n && <p className="second">{t(texts.holdsMany, { count: count.toString() })}</p>}
        </div>
        <Description details={details} error={error} retry={retry} isUnverified={!!unverified} />
        <dl className="fact-list">
          {row.collection && unverified && (
            <Fact name={texts.collection}>
              <bdi>{deadenLinks(row.collection)}</bdi>
            </Fact>
          )}
          {tokenId !== undefined && (
            <Fact name={texts.tokenId}>
              <bdi className="mono" dir="ltr" title={tokenId}>
                {shortAddress(tokenId)}
              </bdi>
              {tokenId.length > 13 && <CopyButton text={tokenId} what="tokenId" />}
            </Fact>
          )}
          {contract !== undefined && (
            <Fact name={texts.contract}>
              <bdi className="mono" dir="ltr" title={contract}>
                {shortAddress(contract)}
              </bdi>
              <CopyButton text={contract} what="contract" />
            </Fact>
          )}
          <Fact name={texts.network}>
            <Mark name={network.name} url={network.imageUrl} size={18} shape="round" />
            <bdi>{network.name}</bdi>
          </Fact>
        </dl>
      </div>
      {link && (
        <div className="nft-ways">
          <ButtonLink href={link} icon="external">
            {texts.viewOnExplorer}
          </ButtonLink>
        </div>
      )}
    </>
  )
}

interface DescriptionProps {
  details: NftDetails | undefined
  error: ErrorRecord | undefined
  retry(): void
  isUnverified: boolean
}

/** The creator's description, from the NFT's metadata. */
function Description({ details, error, retry, isUnverified }: DescriptionProps) {
  if (error) {
    return (
      <div className="reading-failure" role="status">
        <span>
          <b>{texts.detailsFailed}</b>
          {explainError(error)}
        </span>
        <Button small onClick={retry}>
          {texts.tryAgain}
        </Button>
      </div>
    )
  }
  if (!details) {
    return (
      <div className="reading-skeleton" role="status" aria-label={texts.readingNft}>
        <i className="skeleton" />
        <i className="skeleton" />
      </div>
    )
  }
  const { description, traits } = details
  return (
    <>
      {description && (
        <div className="description">
          {description.split('\n').map((line, at) => (
            <p key={at}>
              <bdi>{line}</bdi>
            </p>
          ))}
          {isUnverified && <p className="second">{texts.itsText}</p>}
        </div>
      )}
      {traits.length > 0 && <Traits traits={traits} />}
    </>
  )
}

function Traits({ traits }: { traits: readonly NftTrait[] }) {
  return (
    <dl className="traits">
      {traits.map(({ name, value }, at) => (
        <div key={at}>
          <dt>
            <bdi title={name}>{name}</bdi>
          </dt>
          <dd>
            <bdi title={value}>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Loads the details when the view opens. Returns a function to load them again. */
function useDetails(account: PanelProps['account'], id: string) {
  const { call } = useViewer()
  const [state, setState] = useState<{ details?: NftDetails; error?: ErrorRecord }>({})
  const ask = useCallback(
    (signal?: AbortSignal) => {
      call('nft', { account, id, show: false }, signal ? { signal } : {}).then(
        (details) => setState({ details }),
        (error: unknown) => !signal?.aborted && setState({ error: toErrorRecord(error) }),
      )
    },
    [call, account, id],
  )
  useEffect(() => {
    const controller = new AbortController()
    ask(controller.signal)
    return () => controller.abort()
  }, [ask])
  function retry(): void {
    setState({})
    ask()
  }
  return { ...state, retry }
}
