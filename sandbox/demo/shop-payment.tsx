/** The page's shop: requests a payment and shows the outcome. */
import type { Billfold, PayRequest, PayResult } from 'billfold'
import { type ReactElement, useState } from 'react'

interface ShopPaymentProps {
  billfold: Billfold
  request: PayRequest
}

const outcomes: Record<PayResult['status'], string> = {
  confirmed: 'Paid. Thank you',
  submitted: 'Submitted',
  cancelled: 'Nothing was sent',
  failed: 'The network reverted the payment',
}

export function ShopPayment({ billfold, request }: ShopPaymentProps): ReactElement {
  const [said, setSaid] = useState('The page requests a payment and gets the result')

  async function pay(): Promise<void> {
    try {
      setSaid(outcomes[(await billfold.pay(request)).status])
    } catch (error) {
      setSaid((error as Error).message)
    }
  }

  return (
    <section className="part" aria-labelledby="shop">
      <h3 id="shop">Pay a shop</h3>
      <ol className="try">
        <li>
          <span className="number">$</span>
          <span className="thing">
            <b>Pay 5 HUSD to the shop</b>
            <small role="status">{said}</small>
          </span>
          <button type="button" className="go" aria-label="Pay 5 HUSD to the shop" onClick={() => void pay()}>
            Pay
          </button>
        </li>
      </ol>
    </section>
  )
}
