/** A busy page around the list: a chart and forty prices that change in each frame. */
const POINTS = 2_000
const PRICES = 40

/** @returns a function that stops the work */
export function startBusyPage(place: HTMLElement): () => void {
  const canvas = place.appendChild(document.createElement('canvas'))
  canvas.width = 220
  canvas.height = 160
  const prices = Array.from({ length: PRICES }, () => place.appendChild(document.createElement('span')))
  const context = canvas.getContext('2d')!
  let frame = 0
  let isRunning = true
  requestAnimationFrame(function draw() {
    if (!isRunning) return
    frame += 1
    context.clearRect(0, 0, canvas.width, canvas.height)
    context.beginPath()
    for (let point = 0; point < POINTS; point += 1) {
      const y = 80 + 40 * Math.sin((point + frame) / 31) + 20 * Math.sin((point * frame) / 977)
      context.lineTo((point * canvas.width) / POINTS, y)
    }
    context.stroke()
    for (const [at, price] of prices.entries())
      price.textContent = (100 + 50 * Math.sin(frame / 10 + at)).toFixed(2)
    requestAnimationFrame(draw)
  })
  return () => {
    isRunning = false
    place.replaceChildren()
  }
}
