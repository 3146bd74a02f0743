import { createRoot } from 'react-dom/client'

const App = () => (
  <header>
    Driftwood <button>Connect</button>
  </header>
)

createRoot(document.getElementById('root')).render(<App />)
