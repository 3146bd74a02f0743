/** Reports a service of the sandbox that crashed and restarted: its lost data would look like a bug in Billfold. */
import { type ReactElement, useEffect, useState } from 'react'
import type { Restart } from '../services/restarts.ts'
import type { SandboxClient } from './sandbox-client.ts'

export function RestartNote({ sandbox }: { sandbox: Pick<SandboxClient, 'watch'> }): ReactElement {
  const [last, setLast] = useState<Restart>()
  useEffect(() => sandbox.watch('restart', setLast), [sandbox])
  return (
    <p className="restart" role="status">
      {last && `${last.service} was restarted at ${new Date(last.time).toTimeString().slice(0, 5)}`}
    </p>
  )
}
