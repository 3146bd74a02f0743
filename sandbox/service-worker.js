// The build replaces FILES (its output files) and NAME (unique for each build).
self.addEventListener('install', (event) =>
  event.waitUntil(
    caches
      .open(NAME)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  ),
)
self.addEventListener('activate', (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  ),
)
self.addEventListener('fetch', (event) => {
  // Skip balances and pictures on other origins: Billfold caches them itself.
  if (new URL(event.request.url).origin !== self.location.origin) return
  event.respondWith(
    caches.match(event.request, { ignoreSearch: true }).then((found) => found ?? fetch(event.request)),
  )
})
