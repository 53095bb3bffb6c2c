FROM node:22-alpine AS build
WORKDIR /src
COPY . .
RUN npm ci --ignore-scripts && npm run build && npm pack --ignore-scripts

# The package has no dependencies.
FROM node:22-alpine
RUN --mount=from=build,source=/src,target=/src npm install --global /src/edgewise-*.tgz
USER node
WORKDIR /work
ENTRYPOINT ["edgewise"]
