/** Made-up orders, which make the page look like a real dapp. */
import type { ReactElement } from 'react'

const orders = [
  ['DRIFT / HUSD', 'Buy', '2.1900', '400.0', '62%'],
  ['DRIFT / HUSD', 'Sell', '2.6200', '150.0', '0%'],
  ['ETH / HUSD', 'Buy', '3,050.00', '0.250', '0%'],
] as const

export function Orders(): ReactElement {
  return (
    <section className="panel orders">
      <header>
        <h2>Open orders</h2>
        <span className="note">{orders.length}</span>
      </header>
      <table>
        <thead>
          <tr>
            {['Pair', 'Side', 'Price', 'Size', 'Filled'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {orders.map(([pair, side, ...figures]) => (
            <tr key={figures[0]}>
              <td>{pair}</td>
              <td className={side === 'Buy' ? 'up' : 'down'}>{side}</td>
              {figures.map((figure, place) => (
                <td key={place}>{figure}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
