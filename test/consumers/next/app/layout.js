export default function Layout({ children }) {
  return (
    <html lang="en">
      <head>
        {/* Without one the browser asks for it, and the dev server compiles a page for its 404, meanwhile. */}
        <link rel="icon" href="data:," />
      </head>
      <body>{children}</body>
    </html>
  )
}
