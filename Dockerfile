FROM node:22-alpine AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build

# The program has no runtime dependencies.
FROM node:22-alpine
COPY --from=build /src/package.json /src/LICENSE /opt/edgewise/
COPY --from=build /src/dist/bin.js /src/dist/old.js /src/dist/engine.js /opt/edgewise/dist/
COPY --from=build /src/dist/chunks /opt/edgewise/dist/chunks
COPY --from=build /src/docs/rules.md /opt/edgewise/docs/
COPY --from=build /src/old/rule-pages /opt/edgewise/old/rule-pages
USER node
WORKDIR /work
ENTRYPOINT ["node", "/opt/edgewise/dist/bin.js"]
