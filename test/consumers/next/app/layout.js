export default function Layout({ children }) {
  return (
    <html lang="en">
      <head>
        {/* Without an icon the browser requests one, and the dev server compiles a 404 page meanwhile. */}
        <link rel="icon" href="data:," />
      </head>
      <body>{children}</body>
    </html>
  )
}
